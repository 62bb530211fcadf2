import type { LoginProvider } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { Banner } from './Banner.tsx'
import { rememberReturn } from './return-after-sso.ts'
import { ssoRedirect } from './sso-redirect.ts'

interface SsoLoginProps {
  notice: ReactNode
  /** Empty if none is configured. */
  providers: readonly LoginProvider[]
}

/** A button for each identity provider. */
export function SsoLogin({ notice, providers }: SsoLoginProps) {
  const t = useTexts('session')
  const [isRefused, setRefused] = useState(false)
  const returnTo = useRouterState({ select: (state) => state.location.state.returnTo })

  const problems = providers.filter(({ problem }) => problem !== '')
  return (
    <div className={layout.form}>
      <h1 className={layout.heading}>{t('formTitle')}</h1>
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
    </div>
  )
}
