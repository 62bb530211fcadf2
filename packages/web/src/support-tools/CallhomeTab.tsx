import { getConfiguration } from '@cooperage/contract'
import { IconPhoneOff } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { configurationPath } from '../navigation/paths/settings.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'

const SECTION = 'callhome'

/** Whether the storage server reports to its vendor by itself, and what it would send. The console never turns that on. */
export function CallhomeTab() {
  const t = useTexts('supportTools')
  const { data, error, isFetching, refetch } = useApiQuery(getConfiguration, { params: { id: SECTION } })
  if (error?.code === 'NoSuchConfiguration') {
    return <EmptyState icon={IconPhoneOff} title={t('callhome.none.title')} hint={t('callhome.none.hint')} />
  }
  if (data === undefined) {
    if (!error) return <Loading />
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  const storedValue = (name: string) => data.key_values.find(({ key }) => key === name)?.value ?? ''
  const isOn = storedValue('enable') === 'on'
  return (
    <section className={layout.card} aria-labelledby="callhome">
      <div className={layout.row}>
        <h2 className={layout.heading} id="callhome">
          {t('callhome.title')}
        </h2>
        <StateMark tone={isOn ? 'warn' : 'good'} text={t(isOn ? 'callhome.on' : 'callhome.off')} />
      </div>
      <p className={layout.note}>{t('callhome.about')}</p>
      {isOn && <p>{t('callhome.every', { frequency: storedValue('frequency') })}</p>}
      <p className={layout.note}>
        {t('callhome.change')} <AppLink to={configurationPath(SECTION)}>{t('callhome.settings')}</AppLink>
      </p>
    </section>
  )
}
