import { loginCustomToken, loginGarage } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { FormLogin } from './FormLogin.tsx'
import { type LoginOffer, providersOf, type Way, waysOf } from './login-ways.ts'
import { OperatorLogin } from './OperatorLogin.tsx'
import { SsoLogin } from './SsoLogin.tsx'
import { TokenLogin } from './TokenLogin.tsx'

interface LoginWaysProps {
  strategy: LoginOffer
  /** Why the visitor is here. */
  notice: ReactNode
}

/** One way to sign in, and a button for each other one that this console offers. */
export function LoginWays({ strategy, notice }: LoginWaysProps) {
  const t = useTexts('session')
  const [chosen, setChosen] = useState<Way>()
  const ways = waysOf(strategy)
  const way = ways.find((one) => one === chosen) ?? ways[0]
  return (
    <div className={layout.form}>
      {way === 'sso' && <SsoLogin notice={notice} providers={providersOf(strategy)} />}
      {(way === 'ldap' || way === 'accessKey') && <FormLogin key={way} notice={notice} way={way} />}
      {way === 'customToken' && <TokenLogin notice={notice} name={strategy.customToken} route={loginCustomToken} />}
      {way === 'garageToken' && <TokenLogin key={way} notice={notice} name={t('garageToken')} route={loginGarage} />}
      {way === 'clusterToken' && <OperatorLogin notice={notice} />}
      {ways.length > 1 && (
        <div className={layout.stack}>
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
