import type { BucketPrincipals } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import { policyPath } from '../../navigation/paths/policies.ts'
import { userPath } from '../../navigation/paths/users.ts'
import { useSession } from '../../session/index.ts'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { comma, named } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import { StatementText } from '../StatementText.tsx'
import { AccessMark } from './AccessMark.tsx'
import { type DecidingStatement, decidingStatements, KINDS, type PrincipalRow } from './principal-rows.ts'
import classes from './principals.module.css'

interface PrincipalDetailsProps {
  row: PrincipalRow
  data: BucketPrincipals
  bucket: string
  place: string
  onClose: () => void
}

/** The access of one principal, and the statements that decide it. */
export function PrincipalDetails({ row, data, bucket, place, onClose }: PrincipalDetailsProps) {
  const t = useTexts(['principals', 'shared'])
  const { name, principal, outcome, access } = row
  const statements = decidingStatements(row, data)
  const further = Math.max(...KINDS.map((kind) => outcome[kind].further))
  return (
    <ModalForm
      title={t('details.title', { name: plainName(name), place: plainName(place) })}
      isWide
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('shared:close')}
      hasOneButton
    >
      <Notes row={row} />
      {principal.disabled === '' && (
        <dl className={layout.facts}>
          {KINDS.map((kind) => {
            const { limits, statements } = outcome[kind]
            const isDenied = access[kind] === 'no' && statements.length > 0
            const words = [...limits.map((limit) => t(`limits.${limit}`)), ...(isDenied ? [t('denied')] : [])]
            return (
              <div key={kind}>
                <dt>{t(`kinds.${kind}`)}</dt>
                <dd>
                  <AccessMark kind={kind} access={access[kind]} limits={limits} />
                  {words.length > 0 && <span className={layout.muted}> – {words.join(comma())}</span>}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {statements.length > 0 && (
        <section className={classes.statements} aria-label={t('details.statements')}>
          <h3 className={layout.subheading}>{t('details.statements')}</h3>
          <ul>
            {statements.map((statement) => (
              <Statement key={statement.index} statement={statement} />
            ))}
          </ul>
          {further > 0 && (
            <p className={layout.note}>{t('details.further', { count: further, number: formatCount(further) })}</p>
          )}
        </section>
      )}
      <Links row={row} bucket={bucket} />
    </ModalForm>
  )
}

function Notes({ row: { principal, access } }: { row: PrincipalRow }) {
  const t = useTexts('principals')
  const { kind, disabled, disabledGroup, isIncomplete } = principal
  const group = plainName(disabledGroup)
  if (disabled === 'account') return <WarningNote>{t('details.disabledUser')}</WarningNote>
  if (disabled === 'group') {
    return (
      <WarningNote>
        {kind === 'group' ? t('details.disabledGroup') : t('details.disabledMember', { group })}
      </WarningNote>
    )
  }
  const hasNothing = KINDS.every((one) => access[one] === 'no')
  return (
    <>
      {(kind === 'root' || kind === 'anonymous') && <p className={layout.muted}>{t(`details.${kind}`)}</p>}
      {hasNothing && <p>{t('details.none')}</p>}
      {isIncomplete && <WarningNote>{t('details.incomplete')}</WarningNote>}
    </>
  )
}

function Statement({ statement }: { statement: DecidingStatement }) {
  const t = useTexts('principals')
  const hasPolicyPage = useSession()?.pages.some((page) => page.startsWith('/policies/:')) === true
  const { number, sid, effect, text, policy, groups, kinds } = statement
  const isOfBucket = policy.kind === 'bucket'
  const name = isOfBucket
    ? t('details.bucket')
    : policy.policy === ''
      ? t('details.combined')
      : plainName(policy.policy)
  const label = t(sid === '' ? 'details.statement' : 'details.statementSid', {
    number,
    sid: plainName(sid),
    policy: name,
  })
  const ways = groups.map((group) =>
    group === '' ? t('details.direct') : t('details.group', { group: plainName(group) }),
  )
  const isNamed = !isOfBucket && policy.policy !== ''
  return (
    <li className={classes.statement} data-effect={effect}>
      <p>
        <strong>{named(t(effect === 'Allow' ? 'details.allows' : 'details.denies'))}</strong>
        {kinds.map((kind) => t(`kinds.${kind}`)).join(comma())}
      </p>
      <p className={layout.muted}>
        {isNamed && hasPolicyPage ? <AppLink to={policyPath(policy.policy)}>{label}</AppLink> : label}
        {isNamed && ['', ...ways].join(comma())}
      </p>
      <details>
        <summary aria-label={t('details.jsonOf', { statement: label })}>{t('details.json')}</summary>
        <StatementText text={text} />
      </details>
    </li>
  )
}

/** The other way round: everything that the principal can do. */
function Links({ row: { name, principal }, bucket }: { row: PrincipalRow; bucket: string }) {
  const t = useTexts('principals')
  const hasUserPage = useSession()?.pages.includes('/users/:userName+') === true
  if (principal.kind === 'user' && hasUserPage) {
    return (
      <p>
        <AppLink to={userPath(name, 'permissions')}>{t('details.user', { name: plainName(name) })}</AppLink>
      </p>
    )
  }
  if (principal.kind !== 'anonymous') return null
  return (
    <p>
      <AppLink to={bucketPath(bucket, 'access/anonymous')}>{t('details.anonymousRules')}</AppLink>
    </p>
  )
}
