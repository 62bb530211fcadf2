/**
 * Errors and warnings about a policy that is being written, with their positions. Errors are what MinIO rejects; warnings and
 * notes are what it accepts, and what is rarely intended.
 */
import { WireError } from '../errors.ts'
import { checkPolicy, MAX_POLICY_TEXT, POLICY_VERSION } from './check-policy.ts'
import { at, mustBeText, opening, type PolicyFinding, type PolicyRole, unknownFields } from './finding.ts'
import { fieldOf, jsonPlaces, type Place, placesOf } from './json-places.ts'
import { relationFindings } from './relation-findings.ts'
import { statementFindings } from './statement-findings.ts'

const FIELDS = ['ID', 'Version', 'Statement']

/** Places are those of `text`; its size is what it has without white space, in which form it is sent. */
export function policyFindings(text: string, role: PolicyRole): PolicyFinding[] {
  const bytes = compactBytes(text)
  if (bytes > MAX_POLICY_TEXT) return [at({ from: 0, to: text.length }, 'TooLong', 'error', String(bytes))]
  let document: Place
  try {
    document = jsonPlaces(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [{ code: 'NotJson', severity: 'error', from: 0, to: text.length, detail: error.message, suggestion: '' }]
  }
  const listed = fieldOf(document, 'Statement')
  const statements = placesOf(listed)
  const id = fieldOf(document, 'ID')
  const findings = [
    ...unknownFields(document, FIELDS),
    ...(id === undefined ? [] : mustBeText(id, 'ID')),
    ...versionFindings(document),
    ...statements.flatMap((statement) => statementFindings(statement, role)),
    ...relationFindings(statements),
  ]
  if (statements.length === 0) findings.push(at(document, 'NoStatement', 'error'))
  // AWS also accepts a single statement.
  else if (!Array.isArray(listed?.value))
    findings.push(at(opening(listed ?? document), 'WrongType', 'error', 'Statement', 'a list: [ ]'))
  return [...findings, ...refusals(document, statements, findings, role)].sort((a, b) => a.from - b.from)
}

function compactBytes(text: string): number {
  try {
    return Buffer.byteLength(JSON.stringify(JSON.parse(text)))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return Buffer.byteLength(text)
  }
}

function versionFindings(document: Place): PolicyFinding[] {
  const version = fieldOf(document, 'Version')
  if (version === undefined || version.value === '' || version.value === null) {
    return [at(version ?? opening(document), 'NoVersion', 'error', POLICY_VERSION)]
  }
  return version.value === POLICY_VERSION ? [] : [at(version, 'WrongVersion', 'error', POLICY_VERSION)]
}

/** What the server rejects without a finding, in its own words, statement by statement. */
function refusals(
  document: Place,
  statements: readonly Place[],
  findings: readonly PolicyFinding[],
  role: PolicyRole,
): PolicyFinding[] {
  if (findings.some(({ severity }) => severity === 'error')) return []
  const ofStatements = statements.flatMap((statement) => {
    const words = refusal({ Version: POLICY_VERSION, Statement: [statement.value] }, role)
    return words === undefined ? [] : [at(opening(statement), 'Refused', 'error', words)]
  })
  if (ofStatements.length > 0) return ofStatements
  const words = refusal(document.value, role)
  return words === undefined ? [] : [at(opening(document), 'Refused', 'error', words)]
}

function refusal(document: unknown, { kind, bucket }: PolicyRole): string | undefined {
  try {
    checkPolicy(JSON.stringify(document), kind === 'bucket' ? 'bucket' : 'canned', bucket)
    return undefined
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return error.message
  }
}
