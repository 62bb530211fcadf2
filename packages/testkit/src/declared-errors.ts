/**
 * Expects that a console returned only errors that the contract declares for the call; `log` is what it logged.
 * @throws Error naming each other one once, as `call: code`
 */
export function expectDeclaredErrors(log: string): void {
  const found = log.matchAll(/"call":"([^"]+)","code":"(\w+)","msg":"undeclared error code"/g)
  const named = new Set([...found].map(([, call, code]) => `${call}: ${code}`))
  if (named.size > 0) throw new Error(`The contract does not declare these errors: ${[...named].join(', ')}`)
}
