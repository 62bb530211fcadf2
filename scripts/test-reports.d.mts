export interface ReportedTest {
  ring: string
  file: string
  name: string
  status: 'passed' | 'failed' | 'skipped'
  why: string
}
type Read = (report: unknown, of: { ring: string; root: string }) => ReportedTest[]
export const vitestTests: Read
export const playwrightTests: Read
