"""The Universal Game Interface: how engines of others are spoken to, and how we are one."""
