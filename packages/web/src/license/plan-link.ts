/** The vendor's page about its plans. The address names the kind of console that visitors come from (spec object-browser-and-tools 6). */
export function planLink(isOperator: boolean): string {
  return `https://min.io/pricing?ref=${isOperator ? 'op' : 'con'}`
}
