import type { LoginProvider } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from './Banner.tsx'
import { FormLogin } from './FormLogin.tsx'
import classes from './LoginPage.module.css'
import { rememberReturn } from './return-after-sso.ts'
import { ssoRedirect } from './sso-redirect.ts'

interface SsoLoginProps {
  notice: ReactNode
  /** Empty if none is configured. */
  providers: readonly LoginProvider[]
  /** Whether an access key also signs in. */
  acceptsAccessKey: boolean
}

/** A button for each identity provider, and the form for an access key behind another one. */
export function SsoLogin({ notice, providers, acceptsAccessKey }: SsoLoginProps) {
  const { t } = useTranslation('session')
  const [usesAccessKey, setUsesAccessKey] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const returnTo = useRouterState({ select: (state) => state.location.state.returnTo })

  if (usesAccessKey) {
    return (
      <div className={classes.form}>
        <FormLogin notice={notice} />
        <Button variant="subtle" onClick={() => setUsesAccessKey(false)}>
          {t('useSso')}
        </Button>
      </div>
    )
  }
  const problems = providers.filter(({ problem }) => problem !== '')
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{t('formTitle')}</h1>
      {isRefused ? <Banner>{t('ssoNotReady')}</Banner> : notice}
      {problems.map(({ id, problem }) => (
        <Banner key={id}>{problem}</Banner>
      ))}
      {providers.map(({ id, name, redirect }) => {
        const address = ssoRedirect(redirect, window.location.hostname)
        const label = providers.length === 1 ? t('ssoLogin') : t('loginWith', { provider: name })
        return address === undefined ? (
          <Button key={id} fullWidth size="md" disabled>
            {label}
          </Button>
        ) : (
          <Button key={id} component="a" href={address} fullWidth size="md" onClick={() => rememberReturn(returnTo)}>
            {label}
          </Button>
        )
      })}
      {providers.length === 0 && (
        <Button fullWidth size="md" onClick={() => setRefused(true)}>
          {t('ssoLogin')}
        </Button>
      )}
      {acceptsAccessKey && (
        <Button variant="subtle" onClick={() => setUsesAccessKey(true)}>
          {t('useAccessKey')}
        </Button>
      )}
    </div>
  )
}
