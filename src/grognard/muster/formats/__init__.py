"""One reader for each format of list: what stands in the file, as a force."""
