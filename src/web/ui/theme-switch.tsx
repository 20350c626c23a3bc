import { Moon, Sun } from 'lucide-react'
import * as m from '#messages'
import { setTheme, useTheme } from '../theme-choice.ts'
import { IconButton } from './icon-button.tsx'

/** Switches between light and dark. Props: className. */
export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useTheme()
  const Icon = theme === 'dark' ? Moon : Sun
  return (
    <IconButton
      label={theme === 'dark' ? m.shell_theme_to_light() : m.shell_theme_to_dark()}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      {...(className && { className })}
    >
      <Icon size={16} strokeWidth={1.5} />
    </IconButton>
  )
}
