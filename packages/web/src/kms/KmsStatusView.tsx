import { getKmsMetrics, getKmsStatus, getKmsVersion, listKmsApis } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { SettingCard, settingsClass } from '../shared/SettingCard.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import { withUnit } from '../shared/text/intl.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { requestsByTime } from './requests-by-time.ts'

const REFRESH_MS = 30_000

/** Each card needs another permission, and says so if it's missing. */
export function KmsStatusView() {
  const t = useTexts('kms')
  const status = useApiQuery(getKmsStatus, {}, { refreshMs: REFRESH_MS })
  const version = useApiQuery(getKmsVersion, {})
  const metrics = useApiQuery(getKmsMetrics, {}, { refreshMs: REFRESH_MS })
  const apis = useApiQuery(listKmsApis, {})
  return (
    <div className={settingsClass}>
      <SettingCard label={t('status.name')} query={status}>
        {({ name, isBuiltIn }) => ({
          value: isBuiltIn ? t('status.builtIn') : name || t('status.unnamed'),
        })}
      </SettingCard>
      <SettingCard label={t('status.endpoints')} query={status}>
        {({ endpoints }) => ({
          value:
            endpoints.length === 0
              ? t('status.none')
              : endpoints.map(({ endpoint, state }) => (
                  <div key={endpoint}>
                    {endpoint}{' '}
                    <StateMark
                      tone={state === 'online' ? 'good' : 'bad'}
                      text={
                        state === 'online' || state === 'offline' ? t(`status.${state}`) : state || t('status.unknown')
                      }
                    />
                  </div>
                )),
        })}
      </SettingCard>
      <SettingCard label={t('status.defaultKey')} query={status}>
        {({ defaultKey }) => ({ value: defaultKey || t('status.none'), note: t('status.defaultKeyNote') })}
      </SettingCard>
      <SettingCard label={t('status.version')} query={version}>
        {(data) => ({ value: data.version || t('status.unknown') })}
      </SettingCard>
      <SettingCard label={t('status.requests')} query={metrics}>
        {({ succeeded, refused, failed, latencies }) => ({
          value: t('status.counts', {
            succeeded: formatCount(succeeded),
            refused: formatCount(refused),
            failed: formatCount(failed),
          }),
          note: (
            <>
              <p>{t('status.since')}</p>
              {requestsByTime(latencies).map(({ upToMs, count }) => (
                <p key={upToMs}>
                  {t('status.within', { time: withUnit(formatCount(upToMs), 'ms'), number: formatCount(count) })}
                </p>
              ))}
            </>
          ),
        })}
      </SettingCard>
      <SettingCard label={t('status.apis')} query={apis}>
        {({ items }) => ({
          value: formatCount(items.length),
          note: items.map(({ method, path }) => (
            <div key={`${method} ${path}`} translate="no">
              <code>
                {method} {path}
              </code>
            </div>
          )),
        })}
      </SettingCard>
    </div>
  )
}
