import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from './Banner.tsx'
import classes from './LoginPage.module.css'
import { ssoRedirect } from './sso-redirect.ts'

interface SsoLoginProps {
  notice: string | undefined
  /** Address of the identity provider; empty if none is configured. */
  redirect: string
}

export function SsoLogin({ notice, redirect }: SsoLoginProps) {
  const { t } = useTranslation('session')
  const [isRefused, setRefused] = useState(false)
  const address = ssoRedirect(redirect, window.location.hostname)
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{t('formTitle')}</h1>
      {isRefused ? <Banner>{t('ssoNotReady')}</Banner> : notice && <Banner tone="info">{notice}</Banner>}
      {address ? (
        <Button component="a" href={address} fullWidth size="md">
          {t('ssoLogin')}
        </Button>
      ) : (
        <Button fullWidth size="md" onClick={() => setRefused(true)}>
          {t('ssoLogin')}
        </Button>
      )}
    </div>
  )
}
