import {
  CORS_METHODS,
  type CorsRule,
  type getCors,
  hasOneStar,
  isHeaderName,
  MAX_CORS_AGE,
  type RouteResponse,
} from '@cooperage/contract'

type StoredRule = RouteResponse<typeof getCors>['rules'][number]
type CorsMethod = (typeof CORS_METHODS)[number]

/** A rule while it is edited: lists are texts with one entry per line. */
export interface CorsForm {
  /** Identifies a rule on the page; `id` is the storage server's, which is kept. */
  key: number
  id: string
  origins: string
  methods: readonly CorsMethod[]
  headers: string
  exposeHeaders: string
  maxAge: string
}

export function corsFormOf(rule: StoredRule, key: number): CorsForm {
  return {
    key,
    id: rule.id,
    origins: rule.origins.join('\n'),
    methods: CORS_METHODS.filter((method) => rule.methods.includes(method)),
    headers: rule.headers.join('\n'),
    exposeHeaders: rule.expose_headers.join('\n'),
    maxAge: rule.max_age_seconds === 0 ? '' : String(rule.max_age_seconds),
  }
}

export function newCorsForm(key: number): CorsForm {
  return { key, id: '', origins: '', methods: ['GET'], headers: '', exposeHeaders: '', maxAge: '' }
}

export function toCorsRule({ id, origins, methods, headers, exposeHeaders, maxAge }: CorsForm): CorsRule {
  return {
    id,
    origins: linesOf(origins),
    methods: [...methods],
    headers: linesOf(headers),
    expose_headers: linesOf(exposeHeaders),
    max_age_seconds: Number(maxAge.trim()),
  }
}

type CorsProblem = 'noOrigin' | 'noMethod' | 'blank' | 'stars' | 'noName' | 'noAge'
export type CorsField = 'origins' | 'methods' | 'headers' | 'exposeHeaders' | 'maxAge'

/** The problem of each field, by the rules of the contract. */
export function corsProblems(form: CorsForm): Partial<Record<CorsField, CorsProblem>> {
  const { origins, methods, headers, expose_headers, max_age_seconds } = toCorsRule(form)
  const problems: Record<CorsField, CorsProblem | undefined> = {
    origins: origins.length === 0 ? 'noOrigin' : patternProblem(origins),
    methods: methods.length === 0 ? 'noMethod' : undefined,
    headers: patternProblem(headers),
    exposeHeaders: expose_headers.every(isHeaderName) ? undefined : 'noName',
    maxAge:
      Number.isInteger(max_age_seconds) && max_age_seconds >= 0 && max_age_seconds <= MAX_CORS_AGE
        ? undefined
        : 'noAge',
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function patternProblem(patterns: readonly string[]): CorsProblem | undefined {
  if (patterns.some((pattern) => /\s/.test(pattern))) return 'blank'
  return patterns.every(hasOneStar) ? undefined : 'stars'
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
