import { type AccessKind, type KeyPolicyPreview, MAX_KEY_POLICY_BYTES } from '@cooperage/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { failureReason } from '../shared/api/api-error.ts'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { comma } from '../shared/text/punctuation.ts'
import classes from './access-keys.module.css'

/** Resources that are shown; a policy that names more is written for machines. */
const SHOWN = 8

/** What a key could do with a policy, in words, while it is written. */
export function PolicyPreview({ preview }: { preview: KeyPolicyPreview | undefined }) {
  return (
    <div className={classes.preview} aria-live="polite">
      {preview && <Words preview={preview} />}
    </div>
  )
}

function Words({ preview }: { preview: KeyPolicyPreview }) {
  const t = useTexts('accessKeys')
  const { problem, bytes, resources, administration, compared } = preview
  if (problem !== '')
    return (
      <Notice tone="bad">
        {t('preview.problem', { problem: failureReason({ message: problem, text: preview.text }) })}
      </Notice>
    )
  const words = (kinds: readonly AccessKind[]) => kinds.map((kind) => t(`preview.kinds.${kind}`)).join(comma())
  const allowed = resources.filter(({ kinds }) => kinds.length > 0)
  const lacking = resources.filter((one) => one.lacking.length > 0)
  const hidden = (all: readonly unknown[]) =>
    all.length > SHOWN && (
      <li className={layout.muted}>{t('preview.more', { number: formatCount(all.length - SHOWN) })}</li>
    )
  return (
    <>
      {allowed.length === 0 && !administration ? (
        <Notice tone="warn">{t('preview.nothing')}</Notice>
      ) : (
        <>
          <p>{t('preview.could')}</p>
          <ul className={classes.places}>
            {allowed.slice(0, SHOWN).map(({ resource, kinds }) => (
              <li key={resource}>
                {words(kinds)}{' '}
                <code>
                  <ObjectName name={resource} />
                </code>
              </li>
            ))}
            {hidden(allowed)}
            {administration && <li>{t('preview.administration')}</li>}
          </ul>
        </>
      )}
      {lacking.length > 0 && (
        <>
          <p className={layout.muted}>{t('preview.lacking')}</p>
          <ul className={classes.places}>
            {lacking.slice(0, SHOWN).map((one) => (
              <li key={one.resource} className={layout.muted}>
                {words(one.lacking)}{' '}
                <code>
                  <ObjectName name={one.resource} />
                </code>
              </li>
            ))}
            {hidden(lacking)}
          </ul>
        </>
      )}
      {compared === 'all' && <Notice tone="warn">{t('preview.all')}</Notice>}
      {compared === 'unknown' && <p className={layout.muted}>{t('preview.unknown')}</p>}
      {bytes > MAX_KEY_POLICY_BYTES && (
        <Notice tone="warn">
          {t('preview.tooLong', { bytes: formatCount(bytes), limit: formatCount(MAX_KEY_POLICY_BYTES) })}
        </Notice>
      )}
    </>
  )
}

function Notice({ tone, children }: { tone: 'warn' | 'bad'; children: ReactNode }) {
  return (
    <p className={classes.notice} data-tone={tone}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
