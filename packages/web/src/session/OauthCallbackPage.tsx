import { loginOpenId } from '@cooperage/contract'
import { Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { loginPath } from '../navigation/paths/pages.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import { nextPageTakesFocus } from '../shared/page-focus.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { Banner } from './Banner.tsx'
import { takeReturn } from './return-after-sso.ts'
import classes from './session.module.css'
import { announceSignIn } from './sign-in-channel.ts'

/** Where an identity provider returns to (spec object-browser-and-tools 2, OAuth callback). */
export function OauthCallbackPage() {
  const t = useTexts('session')
  usePageTitle(t('title'))
  // Read once: the address is replaced afterwards.
  const [parameters] = useState(() => new URLSearchParams(window.location.search))
  const problem = ['error', 'error_description'].flatMap((name) => parameters.get(name) || [])
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <section className={classes.card}>
          {problem.length > 0 ? <ProviderError values={problem} /> : <Completion parameters={parameters} />}
        </section>
      </main>
    </div>
  )
}

function ProviderError({ values }: { values: string[] }) {
  const t = useTexts('session')
  return (
    <div className={layout.form}>
      <h1 className={layout.heading}>{t('idpError')}</h1>
      {values.map((value) => (
        <Banner key={value}>{value}</Banner>
      ))}
      <AppLink to={loginPath()} className={layout.note}>
        {t('backToLogin')}
      </AppLink>
    </div>
  )
}

function Completion({ parameters }: { parameters: URLSearchParams }) {
  const t = useTexts('session')
  const client = useQueryClient()
  const { replace } = useNavigation()
  const [mayClose, setMayClose] = useState(false)
  const isSent = useRef(false)

  useEffect(() => {
    const finish = async () => {
      try {
        await call(loginOpenId, { body: bodyOf(parameters) })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        replace(loginPath(), { failure: error.message })
        return
      }
      if (await announceSignIn()) {
        setMayClose(true)
        window.close()
        return
      }
      client.clear()
      nextPageTakesFocus()
      replace(takeReturn())
    }
    // The code can be redeemed once.
    if (isSent.current) return
    isSent.current = true
    void finish()
  }, [client, parameters, replace])

  if (mayClose) return <p>{t('closeWindow')}</p>
  return (
    <div className={classes.loading}>
      <Loader size={28} aria-label={t('signingIn')} role="status" />
    </div>
  )
}

function bodyOf(parameters: URLSearchParams) {
  const iss = parameters.get('iss')
  return { code: parameters.get('code') ?? '', state: parameters.get('state') ?? '', ...(iss !== null && { iss }) }
}
