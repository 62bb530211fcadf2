import { useSession } from '../../session/index.ts'

/** Whether the session may open pages of a pattern such as `/policies/:policy`, whatever the parameter is called. */
export function useHasPage(pattern: string): boolean {
  const base = pattern.slice(0, pattern.indexOf(':'))
  return useSession()?.pages.some((page) => page.startsWith(`${base}:`)) === true
}
