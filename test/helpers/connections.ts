/** Connections of an app of a test: half of those of a server, because each starts a process of PostgreSQL. */
export const CONNECTIONS = 5;
