import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'

/** Switches between light and dark; until it is used, the system's preference applies. */
export function ThemeToggle() {
  const t = useTexts()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = t(isDark ? 'themeToLight' : 'themeToDark')
  const Icon = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      variant="subtle"
      color="neutral"
      size={32}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}
