import { listBuckets } from '@cooperage/contract'
import { NativeSelect, Switch } from '@mantine/core'
import { IconBucket } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { serversUrl } from '../../navigation/server-paths.ts'
import { useServers } from '../../servers/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { PickList } from '../../shared/fields/PickList.tsx'
import layout from '../../shared/layout.module.css'
import { compareNames } from '../../shared/text/intl.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import type { Choice } from './choice.ts'
import classes from './migration.module.css'

const PARTS = ['versions', 'locks', 'settings'] as const

interface ChooseStepProps {
  choice: Choice
  onChange: (choice: Choice) => void
  onCheck: () => void
}

/** Which buckets go where, and with what. */
export function ChooseStep({ choice, onChange, onCheck }: ChooseStepProps) {
  const t = useTexts('migration')
  const others = useServers().filter(({ isHere }) => !isHere)
  const list = useApiQuery(listBuckets, { query: { names_only: true } })
  const names = useMemo(() => (list.data?.buckets ?? []).map(({ name }) => name).sort(compareNames), [list.data])
  const { server, buckets, taken } = choice
  const reason = server === '' ? t('noTarget') : buckets.size === 0 ? t('noBuckets') : undefined
  return (
    <section className={layout.card} aria-label={t('steps.choose')} tabIndex={-1}>
      <div className={classes.choice}>
        <div className={layout.form}>
          <NativeSelect
            label={t('target')}
            data={[
              { value: '', label: t('noTarget') },
              ...others.map(({ name, title }) => ({ value: name, label: plainName(title) })),
            ]}
            value={server}
            onChange={(event) => onChange({ ...choice, server: event.currentTarget.value })}
          />
          <p className={layout.note}>
            <a href={serversUrl()}>{t('source')}</a>
          </p>
          <fieldset className={layout.group}>
            <legend className={layout.subheading}>{t('take')}</legend>
            <div className={classes.parts}>
              {PARTS.map((part) => (
                <Switch
                  key={part}
                  label={t(part)}
                  description={t(`${part}Hint`)}
                  checked={taken[part]}
                  onChange={(event) =>
                    onChange({ ...choice, taken: { ...taken, [part]: event.currentTarget.checked } })
                  }
                />
              ))}
            </div>
          </fieldset>
        </div>
        <div className={classes.buckets}>
          <PickList
            label={t('buckets')}
            searchLabel={t('searchBuckets')}
            query={list}
            names={names}
            selected={buckets}
            onChange={(selected) => onChange({ ...choice, buckets: selected })}
            empty={{ icon: IconBucket, title: t('emptyBuckets') }}
          />
        </div>
      </div>
      <div className={layout.buttons}>
        <ExplainedButton disabledReason={reason} onClick={onCheck}>
          {t('check')}
        </ExplainedButton>
      </div>
    </section>
  )
}
