export interface ReportedTest {
  suite: string
  file: string
  name: string
  status: 'passed' | 'failed' | 'skipped'
  why: string
  seconds: number
}
type Read = (report: unknown, of: { suite: string; root: string }) => ReportedTest[]
/** A failed part that isn't a test of a report. */
export const failure: (suite: string, file: string, name: string, why: string) => ReportedTest
export const vitestTests: Read
export const playwrightTests: Read
