"""The terminal's seat at a table: what is typed becomes messages to the room, and what comes back becomes lines."""
