export interface ReportedTest {
  suite: string
  file: string
  name: string
  status: 'passed' | 'failed' | 'skipped'
  why: string
  seconds: number
}
type Read = (report: unknown, of: { suite: string; root: string }) => ReportedTest[]
export const vitestTests: Read
export const playwrightTests: Read
