/** Request header with which a console proves to its embedded engine that it may name the visitor's address. */
export const CONSOLE_TOKEN_HEADER = 'x-cooperage-console-token'

/** User agent of the console's requests, by which the search of the audit log recognizes them. */
export const CONSOLE_USER_AGENT = 'Cooperage-Console'
