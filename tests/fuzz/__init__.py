"""Files spoilt in every way, given to every reader of lists: each ends in a force or in one line of error."""
