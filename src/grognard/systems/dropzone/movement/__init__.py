"""The Move action: where squads may go, by type, and how they go there."""
