// Without its fonts, which would be downloaded for text that reads as well in those of the system.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
