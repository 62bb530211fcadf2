/** Page of the vendor about its plans, which is told from which kind of console visitors come (spec object-browser-and-tools 6). */
export function planLink(isOperator: boolean): string {
  return `https://min.io/pricing?ref=${isOperator ? 'op' : 'con'}`
}
