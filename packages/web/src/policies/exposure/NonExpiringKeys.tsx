import type { NonExpiringKeys as Keys } from '@cooperage/contract'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import layout from '../../shared/layout.module.css'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { WarningNote } from '../../shared/WarningNote.tsx'
import classes from './exposure.module.css'
import { QuerySection } from './QuerySection.tsx'

const STEP = 50
/** The mc command for it. */
const COMMAND = 'mc admin accesskey edit ALIAS KEY --expiry-duration 720h'

/** The service accounts whose keys never expire. */
export function NonExpiringKeys({ query }: { query: UseQueryResult<Keys, ApiError> }) {
  const t = useTexts('exposure')
  const [limit, setLimit] = useState(STEP)
  return (
    <QuerySection title={t('keys.title')} hint={t('keys.hint')} query={query}>
      {({ keys, of, unread }) => (
        <>
          {unread.map(({ whose, reason, permission }) => (
            <WarningNote key={whose}>{t(`keys.${reason}.${whose}`, { permission })}</WarningNote>
          ))}
          {of === 'you' && <p>{t('keys.yoursOnly')}</p>}
          {of === 'everybody' && <p className={layout.note}>{t('keys.providers')}</p>}
          {of !== 'nobody' && keys.length === 0 && <p className={layout.muted}>{t('keys.none')}</p>}
          {keys.length > 0 && (
            <>
              <ul className={classes.keys}>
                {keys.slice(0, limit).map(({ accessKey, parent, name }) => (
                  <li key={accessKey}>
                    <code>{accessKey}</code> {t('keys.of', { parent })}
                    {name !== '' && (
                      <span className={classes.keyName}>
                        <ObjectName name={name} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {keys.length > limit && (
                <Button variant="default" className={classes.more} onClick={() => setLimit(limit + STEP)}>
                  {t('buckets.more', { count: Math.min(STEP, keys.length - limit) })}
                </Button>
              )}
              <p>
                {t('keys.change')} <code>{COMMAND}</code>
              </p>
            </>
          )}
        </>
      )}
    </QuerySection>
  )
}
