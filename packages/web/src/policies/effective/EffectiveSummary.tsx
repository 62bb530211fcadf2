import {
  type AccessKind,
  accessKind,
  type Decision,
  type EffectivePermissions,
  type EffectiveStatement,
  type PermissionDifference,
  type PermissionSummary,
  type ResourceAccess,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { principalsPath } from '../../navigation/paths/buckets.ts'
import { useHasAdmin, useSession } from '../../session/index.ts'
import layout from '../../shared/layout.module.css'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { comma, named, nameList } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { filteredSummary, type PermissionFilter, statementFinder } from './decisions.ts'
import classes from './effective.module.css'
import { placeOfResource } from './permissions-table.ts'
import { type StatementAt, useStatementNames } from './use-statement-names.ts'

/** How many resources are drawn at first, and with each press of the button. */
const STEP = 50
/** Statements that an entry names. */
const NAMED = 3

/** Whether policies that couldn't be read may allow or deny more. */
export function isIncomplete({ isCombined, unread }: EffectivePermissions): boolean {
  return !isCombined && unread.some(({ reason }) => reason !== 'missing')
}

interface EffectiveSummaryProps {
  response: EffectivePermissions
  filter: PermissionFilter
}

/** What all policies of an account together open. */
export function EffectiveSummary({ response, filter }: EffectiveSummaryProps) {
  const t = useTexts('effective')
  const hasAdmin = useHasAdmin()
  const hasBucketPage = useSession()?.pages.some((page) => page.startsWith('/buckets/:')) === true && hasAdmin
  const summary = useMemo(() => filteredSummary(response.summary, filter), [response.summary, filter])
  const { fullAccess, resources, administration, decisions, denials } = summary
  const [limit, setLimit] = useState(STEP)
  const statementAt = useMemo(() => statementFinder(response.policies), [response.policies])
  const decided = ({ decision }: { decision: number }) => (
    <DecidedBy decision={decisions[decision]} response={response} />
  )
  const has = (wanted: PermissionSummary['fullAccess'][number]['scope']) =>
    fullAccess.find(({ scope }) => scope === wanted)
  const [storage, server] = [has('storage'), has('administration')]
  // The scope says it already.
  const shown = resources.filter(({ resource, except }) => !(storage && resource === '*' && except.length === 0))
  const areas = administration.filter(({ area }) => !server || area === 'kms')
  if (fullAccess.length + resources.length + administration.length === 0) {
    if (isIncomplete(response)) return <p>{t('nothingRead')}</p>
    return <p>{filter === '' ? t('nothing') : t('nothingFiltered')}</p>
  }
  return (
    <>
      {(storage || shown.length > 0) && (
        <div className={classes.part}>
          <h3>{t('buckets')}</h3>
          <ul className={classes.rows}>
            {storage && <FullAccessRow scope={storage}>{decided(storage)}</FullAccessRow>}
            {shown.slice(0, limit).map((one) => (
              <ResourceRow key={`${one.resource} ${one.except.join(' ')}`} access={one} hasLink={hasBucketPage}>
                {decided(one)}
              </ResourceRow>
            ))}
          </ul>
          {shown.length > limit && (
            <Button variant="default" size="xs" className={classes.more} onClick={() => setLimit(limit + STEP)}>
              {t('more', { count: Math.min(STEP, shown.length - limit) })}
            </Button>
          )}
          <Variables resources={resources} />
        </div>
      )}
      {(server || areas.length > 0) && (
        <div className={classes.part}>
          <h3>{t('administration')}</h3>
          <ul className={classes.rows}>
            {server && <FullAccessRow scope={server}>{decided(server)}</FullAccessRow>}
            {areas.map((grant) => (
              <AreaRow key={grant.area} grant={grant}>
                {decided(grant)}
              </AreaRow>
            ))}
          </ul>
        </div>
      )}
      {denials.length > 0 && (
        <div className={classes.part}>
          <h3>{t('denials')}</h3>
          <ul className={classes.rows}>
            {denials.map((one) => (
              <li key={`${one.policy} ${one.number}`}>
                <DenialRow response={response} at={one} statement={statementAt(one)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

interface FullAccessRowProps {
  scope: PermissionDifference['fullAccess'][number]
  /** The statements that decide, if they are known. */
  children?: ReactNode
}

export function FullAccessRow({ scope: { scope, isConditional, isNarrowed }, children }: FullAccessRowProps) {
  const t = useTexts('effective')
  return (
    <li>
      <span className={classes.name}>{t(`fullAccess.${scope}`)}</span>
      {scope === 'storage' && (
        <span className={classes.kinds}>
          {accessKind.options.map((kind) => (
            <Kind key={kind} kind={kind} />
          ))}
        </span>
      )}
      <Limits isConditional={isConditional} isNarrowed={isNarrowed} />
      {children}
    </li>
  )
}

interface ResourceRowProps {
  access: ResourceAccess
  /** Links to who else has access to the bucket or folder. */
  hasLink?: boolean
  /** The statements that decide, if they are known. */
  children?: ReactNode
}

export function ResourceRow({
  access: { resource, except, kinds, conditionalKinds, isNarrowed },
  hasLink = false,
  children,
}: ResourceRowProps) {
  const t = useTexts('effective')
  const place = hasLink ? placeOfResource(resource) : undefined
  return (
    <li>
      <span className={classes.name}>
        <ResourceName resource={resource} />
      </span>
      <span className={classes.kinds}>
        {kinds.map((kind) => (
          <Kind key={kind} kind={kind} />
        ))}
        {conditionalKinds.map((kind) => (
          <Kind key={kind} kind={kind} isConditional />
        ))}
      </span>
      {except.length > 0 && <span className={classes.limit}>{t('except', { resources: nameList(except) })}</span>}
      <Limits isNarrowed={isNarrowed} />
      {place && (
        <AppLink
          to={principalsPath(place.bucket, place.prefix)}
          className={classes.whoElse}
          aria-label={t('whoElseOf', { place: plainName(`${place.bucket}/${place.prefix}`) })}
        >
          {t('whoElse')}
        </AppLink>
      )}
      {children}
    </li>
  )
}

interface AreaRowProps {
  grant: PermissionDifference['administration'][number]
  /** The statements that decide, if they are known. */
  children?: ReactNode
}

export function AreaRow({ grant, children }: AreaRowProps) {
  return (
    <li>
      <AreaLevel grant={grant} />
      <Limits isConditional={grant.isConditional} isNarrowed={grant.isNarrowed} />
      {children}
    </li>
  )
}

/** An area of administration, and how much of it. */
export function AreaLevel({
  grant: { area, level, actions },
}: {
  grant: EffectiveStatement['administration'][number]
}) {
  const t = useTexts('effective')
  const names = nameList(actions.map((action) => action.replace(/^admin:/, '')))
  return (
    <>
      <span className={classes.name}>{t(`areas.${area}`)}</span>
      <span className={classes.level}>{t(`levels.${level}`, { actions: names })}</span>
    </>
  )
}

/** The statements behind an entry, which the policies below have in full. */
function DecidedBy({ decision, response }: { decision: Decision | undefined; response: EffectivePermissions }) {
  const t = useTexts('effective')
  const nameOf = useStatementNames(response)
  if (decision === undefined || decision.allows.length === 0) return null
  const { allows, denies, hasMore } = decision
  const some = (statements: readonly StatementAt[]) => statements.slice(0, NAMED).map(nameOf).join(comma())
  const isCut = hasMore || allows.length > NAMED || denies.length > NAMED
  const parts = [
    named(t('allowedBy'), some(allows)),
    ...(denies.length > 0 ? [named(t('deniedBy'), some(denies))] : []),
    ...(isCut ? [t('furtherStatements')] : []),
  ]
  return <span className={classes.limit}>{parts.join(' · ')}</span>
}

interface DenialRowProps {
  response: EffectivePermissions
  at: StatementAt
  statement: EffectiveStatement | undefined
}

/** A Deny in one line, as its policy below has it in full. */
function DenialRow({ response, at, statement }: DenialRowProps) {
  const t = useTexts('effective')
  const name = useStatementNames(response)(at)
  const kinds = new Set(statement?.access.flatMap((one) => one.kinds))
  const resources = statement?.resources.map((one) => (one === '*' ? t('everywhere') : nameList([one]))).join(comma())
  return (
    <>
      <span className={classes.name}>{resources}</span>
      <span className={classes.kinds}>
        {[...kinds].map((kind) => (
          <Kind key={kind} kind={kind} isDenied />
        ))}
        <span className={layout.muted}>{name}</span>
      </span>
    </>
  )
}

function Limits({ isConditional = false, isNarrowed = false }: { isConditional?: boolean; isNarrowed?: boolean }) {
  const t = useTexts('effective')
  return (
    <>
      {isConditional && <span className={classes.limit}>{t('conditional')}</span>}
      {isNarrowed && <span className={classes.limit}>{t('narrowed')}</span>}
    </>
  )
}

interface KindProps {
  kind: AccessKind
  isConditional?: boolean
  isDenied?: boolean
}

export function Kind({ kind, isConditional, isDenied }: KindProps) {
  const t = useTexts('effective')
  const name = t(`kinds.${kind}`)
  return (
    <span
      className={classes.kind}
      title={t(`kindHints.${kind}`)}
      data-conditional={isConditional || undefined}
      data-denied={isDenied || undefined}
    >
      {isConditional ? t('conditionalKind', { kind: name }) : name}
    </span>
  )
}

export function ResourceName({ resource }: { resource: string }) {
  const t = useTexts('effective')
  return resource === '*' ? t('everywhere') : <ObjectName name={resource} />
}

function Variables({ resources }: { resources: readonly ResourceAccess[] }) {
  const t = useTexts('effective')
  const [example] = resources.flatMap(({ resource }) => /\$\{[^}]*\}/.exec(resource) ?? [])
  return example === undefined ? null : <p className={layout.muted}>{t('variables', { example })}</p>
}
