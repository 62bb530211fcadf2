/** Sign-in, the session and its socket. */
export * from './login.ts'
export * from './session.ts'
export * from './watch.ts'
