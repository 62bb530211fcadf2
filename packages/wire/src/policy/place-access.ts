/**
 * Who can do what in a place, a bucket or a folder in it: for each principal and kind of access whether its policies allow it
 * always, sometimes or not at all, with the statements that decide it. Nothing is authorized here. If in doubt the answer is
 * "sometimes": a condition on a request may hold.
 *
 * The time it takes depends on the number of policies and of different sets of them, since principals with the same policies
 * have the same access. Only those with a statement for this place that depends on the caller, by a policy variable or a
 * condition, are evaluated one by one.
 */
import { type AccessKind, S3_ACTION_KINDS } from './access-kinds.ts'
import { OBJECT_ACTIONS } from './actions.ts'
import { readStatements } from './attached-policy.ts'
import type { Statement } from './document.ts'
import { concernsAction, type PolicyKind } from './evaluate.ts'
import type { QuotedStatement } from './exposure.ts'
import {
  type Coverage,
  coverageFor,
  coverageOf,
  type Place,
  type PlaceTargets,
  type Reach,
  targetsOf,
} from './place-reach.ts'
import { ANONYMOUS, isForEveryone } from './public-statements.ts'
import { type ContextValues, contextKey, contextValues } from './variables.ts'

/** A policy that is attached to some of the principals. */
export interface PlacePolicy {
  kind: PolicyKind
  /** As the server sends it. */
  document: unknown
}

export interface PlacePrincipal {
  /** `anonymous`: requests without a signature, for which bucket policies count. `root`: no policy limits it. */
  kind: 'user' | 'group' | 'anonymous' | 'root'
  name: string
  /** Groups of a user. */
  groups: readonly string[]
  /** Itself, or one of its groups: its policies have no effect. */
  isDisabled: boolean
  /** Indexes of all its policies, those of the groups of a user included. */
  policies: readonly number[]
}

/** `conditions`: of an Allow. `part`: of the place. `denied`: a Deny revokes a part, or all of it under conditions. `actions`: some of those of the kind. */
export const PLACE_LIMITS = ['part', 'conditions', 'denied', 'actions'] as const
export type PlaceLimit = (typeof PLACE_LIMITS)[number]

export interface KindAccess {
  access: 'always' | 'sometimes' | 'no'
  /** Why it is only sometimes. */
  limits: PlaceLimit[]
  /** Indexes of the statements that decide it: the Allow, and each Deny that revokes something. Without access each Deny that revokes it. */
  statements: number[]
  /** How many more there are. */
  further: number
}

/** `share`: to create links with which others read. */
export const PLACE_KINDS = ['list', 'read', 'write', 'delete', 'share', 'settings'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

export type PlaceOutcome = Record<PlaceKind, KindAccess>

export interface PlaceStatement extends QuotedStatement {
  /** Index of its policy. */
  policy: number
  effect: Statement['effect']
}

export interface PlaceAccess {
  /** Of each principal, its index among the outcomes. */
  outcomeOf: number[]
  outcomes: PlaceOutcome[]
  /** The statements that the outcomes name. */
  statements: PlaceStatement[]
  /** Statements that can't be interpreted, by policy. */
  unreadable: { policy: number; numbers: number[] }[]
}

/** For each kind and outcome. */
const MAX_STATEMENTS = 20

const READ = 's3:GetObject'
/** What each kind takes. All of `needed` make it "always"; any other action alone makes it "sometimes". */
const KIND_ACTIONS: Record<AccessKind, { needed: readonly string[]; others?: readonly string[] }> = {
  list: { needed: ['s3:ListBucket'], others: ['s3:ListBucketVersions'] },
  read: { needed: [READ] },
  write: { needed: ['s3:PutObject'], others: ['s3:PutObjectFanOut'] },
  delete: { needed: ['s3:DeleteObject'] },
  // Only to change them: most policies for reading allow to read some.
  settings: {
    needed: S3_ACTION_KINDS.filter(
      ([action, kind]) => kind === 'settings' && /^s3:(Put|Delete|Force|Bypass)/.test(action),
    ).map(([action]) => action),
  },
}
const PLACE_ACTIONS = Object.values(KIND_ACTIONS).flatMap(({ needed, others = [] }) => [...needed, ...others])
/** A link has an access key of its own, which every account may create unless a Deny forbids it. */
const CREATE_KEY = 'admin:CreateServiceAccount'

export function placeAccess(
  place: Place,
  policies: readonly PlacePolicy[],
  principals: readonly PlacePrincipal[],
): PlaceAccess {
  const targets = targetsOf(place)
  const read = policies.map((policy, index) => readPolicy(policy, index, targets))
  const evaluation = new Evaluation(targets)
  const outcomeOf = principals.map(({ policies: attached, isDisabled, ...caller }) => {
    if (caller.kind === 'root') return evaluation.ofRoot()
    const indexes = isDisabled ? [] : [...new Set(attached)].sort((a, b) => a - b)
    const statements = () => indexes.flatMap((index) => read[index]?.statements ?? [])
    const isPersonal = caller.kind === 'user' && indexes.some((index) => read[index]?.isPersonal)
    return isPersonal
      ? evaluation.evaluate(statements(), contextValues(knownOf(caller)))
      : evaluation.ofSet(`${caller.kind === 'anonymous'} ${indexes}`, statements, caller.kind)
  })
  return {
    outcomeOf,
    outcomes: evaluation.outcomes,
    statements: evaluation.quoted(),
    unreadable: read.flatMap(({ unreadable }, policy) =>
      unreadable.length > 0 ? [{ policy, numbers: unreadable }] : [],
    ),
  }
}

/** Only what is the same for each request of the user. */
function knownOf({ name, groups }: Pick<PlacePrincipal, 'name' | 'groups'>) {
  return { username: name, userid: name, ...(groups.length > 0 && { groups }) }
}

interface RelevantStatement {
  policy: number
  kind: PolicyKind
  number: number
  statement: Statement
  original: unknown
  /** Those of `PLACE_ACTIONS` that it concerns. */
  actions: ReadonlySet<string>
  /** Whether what it covers depends on the caller. */
  isPersonal: boolean
}

/** The statements that could concern the place. */
function readPolicy({ kind, document }: PlacePolicy, policy: number, targets: PlaceTargets) {
  const { policy: parsed, originals, unreadable } = readStatements(document)
  const statements = parsed.statements.flatMap((statement, at): RelevantStatement[] => {
    if (kind === 'bucket' && !isForEveryone(statement)) return []
    const relevant = statement.effect === 'Deny' ? [...PLACE_ACTIONS, CREATE_KEY] : PLACE_ACTIONS
    const actions = new Set(relevant.filter((action) => concernsAction(statement, action)))
    if (actions.size === 0) return []
    const { bucket, objects } = coverageOf(statement, targets, NOTHING_KNOWN, kind)
    if (bucket === undefined && objects === undefined) return []
    const { number = at + 1, statement: original = {} } = originals[at] ?? {}
    return [{ policy, kind, number, statement, original, actions, isPersonal: isPersonal(statement) }]
  })
  return { statements, unreadable, isPersonal: statements.some((one) => one.isPersonal) }
}

const NOTHING_KNOWN: ContextValues = new Map()
const CALLER_KEYS = new Set(['username', 'userid', 'groups'])

function isPersonal({ resources, notResources, conditions }: Statement): boolean {
  const hasVariable = (text: string) => text.includes('${')
  return (
    [...resources, ...notResources].some(hasVariable) ||
    conditions.some(({ key, values }) => CALLER_KEYS.has(contextKey(key)) || values.some(hasVariable))
  )
}

/** A statement with what it covers of the place for the caller. */
interface Covering {
  of: RelevantStatement
  coverage: Coverage
}

/** The outcomes found so far, each once, and the statements that they name. */
class Evaluation {
  readonly outcomes: PlaceOutcome[] = []
  readonly #targets: PlaceTargets
  readonly #bySet = new Map<string, number>()
  readonly #byOutcome = new Map<string, number>()
  readonly #coverage = new Map<RelevantStatement, Coverage>()
  readonly #named = new Map<RelevantStatement, number>()

  constructor(targets: PlaceTargets) {
    this.#targets = targets
  }

  /** The index of the outcome of a set of policies that doesn't depend on the caller. */
  ofSet(key: string, statements: () => RelevantStatement[], kind: PlacePrincipal['kind']): number {
    const known = this.#bySet.get(key)
    if (known !== undefined) return known
    const isAnonymous = kind === 'anonymous'
    const index = this.evaluate(statements(), isAnonymous ? ANONYMOUS : NOTHING_KNOWN, !isAnonymous)
    this.#bySet.set(key, index)
    return index
  }

  ofRoot(): number {
    return this.#indexOf(() => ({ access: 'always', limits: [], deciding: [] }))
  }

  /** `canShare`: there is an account, which can create access keys. */
  evaluate(statements: readonly RelevantStatement[], values: ContextValues, canShare = true): number {
    const covering = statements
      .map((of) => ({ of, coverage: this.#coverageOf(of, values) }))
      .filter(({ coverage: { bucket, objects } }) => bucket !== undefined || objects !== undefined)
    return this.#indexOf((kind) => {
      if (kind !== 'share') return kindAccess(kind, covering)
      return canShare ? shareAccess(covering) : { access: 'no', limits: [], deciding: [] }
    })
  }

  #indexOf(decide: (kind: PlaceKind) => Decision): number {
    const outcome = Object.fromEntries(
      PLACE_KINDS.map((kind) => [kind, this.#withStatements(decide(kind))]),
    ) as PlaceOutcome
    const key = JSON.stringify(outcome)
    const known = this.#byOutcome.get(key) ?? this.outcomes.push(outcome) - 1
    this.#byOutcome.set(key, known)
    return known
  }

  quoted(): PlaceStatement[] {
    return [...this.#named.keys()].map(({ policy, number, statement: { sid = '', effect }, original }) => ({
      policy,
      number,
      sid,
      effect,
      text: JSON.stringify(original, undefined, 2),
    }))
  }

  /** What a statement that doesn't depend on the caller covers is found once. */
  #coverageOf(of: RelevantStatement, values: ContextValues): Coverage {
    const find = () => coverageOf(of.statement, this.#targets, values, of.kind)
    if (of.isPersonal) return find()
    const coverage = this.#coverage.get(of) ?? find()
    this.#coverage.set(of, coverage)
    return coverage
  }

  #withStatements({ access, limits, deciding }: Decision): KindAccess {
    const statements = deciding.slice(0, MAX_STATEMENTS).map((of) => {
      const index = this.#named.get(of) ?? this.#named.size
      this.#named.set(of, index)
      return index
    })
    return { access, limits, statements, further: deciding.length - statements.length }
  }
}

interface Decision extends Pick<KindAccess, 'access' | 'limits'> {
  deciding: readonly RelevantStatement[]
}

function kindAccess(kind: AccessKind, covering: readonly Covering[]): Decision {
  const { needed, others = [] } = KIND_ACTIONS[kind]
  const main = decisionsOn(needed, covering)
  if (main.every(({ access }) => access === 'always')) return joined('always', main)
  const all = [...main, ...decisionsOn(others, covering)]
  if (all.every(({ access }) => access === 'no')) return joined('no', main)
  return joined('sometimes', all, main.some(({ access }) => access === 'no') ? ['actions'] : [])
}

/** A link gives what its account may read. */
function shareAccess(covering: readonly Covering[]): Decision {
  return decide([...concerningOn(READ, covering, READ), ...concerningOn(CREATE_KEY, covering, READ)])
}

function joined(access: Decision['access'], some: readonly Decision[], limits: readonly PlaceLimit[] = []): Decision {
  const all = new Set([...limits, ...some.flatMap((one) => one.limits)])
  return {
    access,
    limits: PLACE_LIMITS.filter((one) => all.has(one)),
    deciding: [...new Set(some.flatMap(({ deciding }) => deciding))],
  }
}

/** Actions that the same statements concern in the same way have the same decision, which is listed once. */
function decisionsOn(actions: readonly string[], covering: readonly Covering[]): Decision[] {
  const found = new Map<string, Decision>()
  for (const action of actions) {
    const concerning = concerningOn(action, covering, action)
    const key = `${OBJECT_ACTIONS.has(action)} ${concerning.map(({ index }) => index)}`
    if (!found.has(key)) found.set(key, decide(concerning))
  }
  return [...found.values()]
}

/** The statements that concern an action; `about`: the action whose resources it is about. */
function concerningOn(action: string, covering: readonly Covering[], about: string): Concerning[] {
  return covering.flatMap(({ of, coverage }, index) => {
    const { applies, reach } = coverageFor(coverage, about)
    return of.actions.has(action) && applies !== 'never' && reach ? [{ of, index, applies, reach }] : []
  })
}

/** A statement that concerns an action in the place. */
interface Concerning {
  of: RelevantStatement
  index: number
  applies: 'always' | 'sometimes'
  reach: Reach
}

function decide(concerning: readonly Concerning[]): Decision {
  const denies = concerning.filter(({ of }) => of.statement.effect === 'Deny')
  const certain = denies.filter(({ applies }) => applies === 'always')
  const total = certain.filter(({ reach }) => reach.isWhole)
  if (total.length > 0) return { access: 'no', limits: [], deciding: statementsOf(total) }

  const allows = concerning.flatMap((allow) => {
    if (allow.of.statement.effect === 'Deny') return []
    const parts = allow.reach.parts.filter((part) => !certain.some(({ reach }) => reach.revokes(part)))
    return [{ ...allow, parts }]
  })
  const open = allows.filter(({ parts }) => parts.length > 0)
  const touching = (some: typeof allows) =>
    denies.filter(({ reach }) => some.some((allow) => allow.reach.parts.some((part) => reach.concerns(part))))
  if (open.length === 0) return { access: 'no', limits: [], deciding: statementsOf(touching(allows)) }

  const narrowing = touching(open)
  const whole = open.filter(({ reach }) => reach.isWhole)
  const full = whole.filter(({ applies }) => applies === 'always')
  if (full.length > 0 && narrowing.length === 0) return { access: 'always', limits: [], deciding: statementsOf(full) }
  const limits: PlaceLimit[] = []
  if (whole.length === 0) limits.push('part')
  if (full.length === 0 && open.some(({ applies }) => applies === 'sometimes')) limits.push('conditions')
  if (narrowing.length > 0) limits.push('denied')
  return { access: 'sometimes', limits, deciding: statementsOf([...open, ...narrowing]) }
}

function statementsOf(some: readonly { of: RelevantStatement }[]): RelevantStatement[] {
  return some.map(({ of }) => of)
}
