"""Games, seats, invitations and events in a database: SQLite in a file, or PostgreSQL by its address."""
