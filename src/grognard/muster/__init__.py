"""Forces: native files, importers, names and references, lists shown, checked and altered."""
