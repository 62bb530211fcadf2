import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** Key of the stored color scheme; public/first-paint.js reads it before the first paint. */
const COLOR_SCHEME_KEY = 'cooperage.color-scheme'

export const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY })

/** Maximum width of the phone layout: the side menu becomes a drawer. Also written in the CSS modules. */
export const PHONE_QUERY = '(max-width: 767px)'

type Ten<T> = [T, T, T, T, T, T, T, T, T, T]

/** Mantine's ten shades of a color as tokens of theme.css; its grays are shades of light (`gray`) and dark (`dark`) pages. */
const tokens = (...names: Ten<string>): MantineColorsTuple => names.map((name) => `var(--coop-${name})`) as Ten<string>

/** A color that follows the color scheme automatically: each shade is the same token. */
const shades = (t: string): MantineColorsTuple => tokens(t, t, t, t, t, t, t, t, t, t)

interface Tone {
  fill: string
  hover: string
  onFill: string
  soft: string
}

const NEUTRAL: Tone = {
  fill: 'var(--coop-muted)',
  hover: 'var(--coop-text)',
  onFill: 'var(--coop-surface)',
  soft: 'var(--coop-hover)',
}

const TONES: Record<string, Tone> = {
  accent: {
    fill: 'var(--coop-accent)',
    hover: 'var(--coop-accent-hover)',
    onFill: 'var(--coop-on-accent)',
    soft: 'var(--coop-accent-soft)',
  },
  bad: {
    fill: 'var(--coop-bad)',
    hover: 'var(--coop-bad-hover)',
    onFill: 'var(--coop-on-bad)',
    soft: 'var(--coop-bad-soft)',
  },
  neutral: NEUTRAL,
  // Required by Mantine itself, for example in a password field.
  gray: NEUTRAL,
}

const NO_BORDER = '1px solid transparent'

const variantColorResolver: VariantColorsResolver = (input) => {
  const tone = TONES[input.color ?? input.theme.primaryColor]
  if (!tone) return defaultVariantColorsResolver(input)
  switch (input.variant) {
    case 'filled':
      return { background: tone.fill, hover: tone.hover, color: tone.onFill, border: NO_BORDER }
    case 'light':
      return { background: tone.soft, hover: tone.soft, color: tone.fill, border: NO_BORDER }
    case 'subtle':
      return { background: 'transparent', hover: tone.soft, color: tone.fill, border: NO_BORDER }
    default:
      return defaultVariantColorsResolver(input)
  }
}

export const theme = createTheme({
  primaryColor: 'accent',
  colors: {
    accent: shades('accent'),
    bad: shades('bad'),
    neutral: shades('muted'),
    gray: tokens('hover', 'hover', 'line', 'line', 'button-line', 'disabled', 'muted', 'muted', 'text', 'text'),
    dark: tokens(
      'text',
      'muted',
      'muted',
      'disabled',
      'button-line',
      'hover',
      'surface',
      'surface',
      'canvas',
      'canvas',
    ),
  },
  variantColorResolver,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.35' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  headings: { fontWeight: '620' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Its label has the hint too, which would be read as a part of the name and again as the description.
    Switch: { defaultProps: { attributes: { description: { 'aria-hidden': true } } } },
    // What is typed are names, addresses and keys.
    TextInput: { defaultProps: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } },
  },
})

/** Mantine's own variables: readable small text, and colors bound to the tokens of theme.css, which follow the scheme. */
const TOKENS = {
  '--input-description-size': '12px',
  '--mantine-color-body': 'var(--coop-canvas)',
  '--mantine-color-text': 'var(--coop-text)',
  '--mantine-color-bright': 'var(--coop-text)',
  '--mantine-color-dimmed': 'var(--coop-muted)',
  '--mantine-color-placeholder': 'var(--coop-muted)',
  '--mantine-color-anchor': 'var(--coop-accent)',
  '--mantine-color-error': 'var(--coop-bad)',
  '--mantine-color-success': 'var(--coop-good)',
  '--mantine-color-default': 'var(--coop-surface)',
  '--mantine-color-default-hover': 'var(--coop-hover)',
  '--mantine-color-default-color': 'var(--coop-text)',
  '--mantine-color-default-border': 'var(--coop-button-line)',
  '--mantine-color-disabled': 'var(--coop-line)',
  '--mantine-color-disabled-color': 'var(--coop-disabled)',
  '--mantine-color-disabled-border': 'var(--coop-button-line)',
  '--mantine-primary-color-contrast': 'var(--coop-on-accent)',
}

// Mantine defines its own values per scheme, which only values per scheme override.
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: TOKENS, dark: TOKENS })
