import type { getLoginStrategy, RouteResponse } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormLogin } from './FormLogin.tsx'
import classes from './LoginPage.module.css'
import { OperatorLogin } from './OperatorLogin.tsx'
import { SsoLogin } from './SsoLogin.tsx'
import { TokenLogin } from './TokenLogin.tsx'

type Way = 'sso' | 'ldap' | 'accessKey' | 'customToken' | 'clusterToken'

interface LoginWaysProps {
  strategy: RouteResponse<typeof getLoginStrategy>
  /** Why the visitor is here. */
  notice: ReactNode
}

/** One way to sign in, and a button for each other one that this console offers. */
export function LoginWays({ strategy, notice }: LoginWaysProps) {
  const { t } = useTranslation('session')
  const [chosen, setChosen] = useState<Way>()
  const ways = waysOf(strategy)
  const way = ways.find((one) => one === chosen) ?? ways[0]
  return (
    <div className={classes.form}>
      {way === 'sso' && <SsoLogin notice={notice} providers={strategy.providers} />}
      {(way === 'ldap' || way === 'accessKey') && <FormLogin key={way} notice={notice} way={way} />}
      {way === 'customToken' && <TokenLogin notice={notice} name={strategy.customToken} />}
      {way === 'clusterToken' && <OperatorLogin notice={notice} />}
      {ways.length > 1 && (
        <div className={classes.ways}>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="subtle" onClick={() => setChosen(other)}>
                {t(`use.${other}`)}
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}

function waysOf(strategy: LoginWaysProps['strategy']): Way[] {
  const { loginStrategy, acceptsAccessKey, acceptsLdap, acceptsClusterToken, customToken } = strategy
  const ways: Way[] = loginStrategy === 'redirect' ? ['sso'] : []
  if (acceptsLdap) ways.push('ldap')
  if (acceptsAccessKey) ways.push('accessKey')
  if (customToken !== '') ways.push('customToken')
  if (acceptsClusterToken) ways.push('clusterToken')
  return ways
}
