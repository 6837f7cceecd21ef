"""Learning environments: many games at once, and the dialects of those who train players."""
