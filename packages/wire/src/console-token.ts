/** Request header with which a console proves to its embedded engine that it may name the visitor's address. */
export const CONSOLE_TOKEN_HEADER = 'x-cooperage-console-token'
