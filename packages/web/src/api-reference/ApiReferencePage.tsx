import '../messages/en/api-reference.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { GuideFrame } from '../guide/GuideFrame.tsx'
import { useTexts } from '../messages/use-texts.ts'
import { apiReferencePath } from '../navigation/paths/pages.ts'
import type { ApiError as CallError } from '../shared/api/api-error.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeading } from '../shared/PageHeading.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import classes from './api-reference.module.css'
import { CallDetails, ErrorTable } from './CallDetails.tsx'
import { type ApiCall, fetchApiCalls, isMatch, openApiUrl, sharedErrors } from './openapi.ts'

/** Every call of this console's API, from its OpenAPI document; public like the guide. */
export function ApiReferencePage() {
  const t = useTexts('apiReference')
  usePageTitle(t('title'))
  const { data, error, isFetching, refetch } = useQuery<ApiCall[], CallError>({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => fetchApiCalls(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <GuideFrame path={apiReferencePath()}>
      <main className={classes.reference}>
        <PageHeading>{t('title')}</PageHeading>
        <p>{t('purpose')}</p>
        <p>
          <a href={openApiUrl()} target="_blank" rel="noreferrer">
            {t('openApi')}
          </a>
        </p>
        {data && <Calls calls={data} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
        {!data && !error && <Loading />}
      </main>
    </GuideFrame>
  )
}

function Calls({ calls }: { calls: readonly ApiCall[] }) {
  const t = useTexts('apiReference')
  const [search, setSearch] = useState('')
  const shown = useDeferredValue(search)
  const common = sharedErrors(calls)
  const isCommon = new Set(common.map(({ code }) => code))
  const ofSession = sharedErrors(calls.filter(needsSession)).filter(({ code }) => !isCommon.has(code))
  const isShared = new Set([...common, ...ofSession].map(({ code }) => code))
  const found = calls.filter((call) => isMatch(call, shown))
  const features = [...new Set(found.map(({ feature }) => feature))]
  return (
    <>
      <details className={classes.shared}>
        <summary>{t('shared')}</summary>
        <p>{t('sharedHint')}</p>
        <ErrorTable errors={common} label={t('shared')} />
        <h3>{t('session')}</h3>
        <ErrorTable errors={ofSession} label={t('session')} />
      </details>
      <div className={classes.search}>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <span role="status">{t('count', { count: found.length })}</span>
      </div>
      {found.length === 0 && <NoMatch search={search} />}
      {features.map((feature) => (
        <section key={feature} aria-labelledby={`api-${feature}`}>
          <h2 id={`api-${feature}`}>{featureTitle(feature)}</h2>
          {found
            .filter((call) => call.feature === feature)
            .map((call) => (
              <CallDetails
                key={call.id}
                call={call}
                needsSession={needsSession(call)}
                errors={call.errors.filter(({ code }) => !isShared.has(code))}
              />
            ))}
        </section>
      ))}
    </>
  )
}

/** `Access keys` for `accessKeys`. */
function featureTitle(feature: string): string {
  const words = feature.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function needsSession({ errors }: ApiCall): boolean {
  return errors.some(({ code }) => code === 'NotLoggedIn')
}
