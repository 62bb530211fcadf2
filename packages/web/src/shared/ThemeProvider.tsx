import { DirectionProvider, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { language } from '../messages/language.ts'
import { styleNonce } from './style-nonce.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

// For the scroll lock of dialogs, which adds its own style element.
setNonce(styleNonce())

interface ThemeProviderProps {
  children: ReactNode
}

export function ThemeProvider({ children }: ThemeProviderProps) {
  return (
    <DirectionProvider initialDirection={language().dir}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        cssVariablesResolver={cssVariablesResolver}
        getStyleNonce={styleNonce}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
