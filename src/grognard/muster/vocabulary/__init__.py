"""The words of lists: names of rules, unit types, weapons and editions as people write them, made into those of the games."""
