import { useEffect } from 'react'
import * as m from '#messages'
import { readBuildFile } from '../build-file.ts'
import { showToast } from '../ui/toasts.tsx'

const everyMs = 3_600_000

/** Looks every hour whether another build is served than the one this page came with, and offers to reload. */
export function useBuildCheck(): void {
  useEffect(() => {
    let first: string | null = null
    const check = async () => {
      const id = (await readBuildFile())?.id
      if (id === undefined) return
      first ??= id
      if (id === first) return
      showToast({
        id: 'new-build',
        type: 'info',
        title: m.shell_build_new_title(),
        text: m.shell_build_new_text(),
        action: { label: m.shell_build_reload(), run: () => window.location.reload() },
      })
    }
    void check()
    const timer = setInterval(() => void check(), everyMs)
    return () => clearInterval(timer)
  }, [])
}
