"""Close combat on the table: charges, the fight from step to step, challenges, and how it ends."""
