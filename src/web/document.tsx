import { HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function Document({ language, children }: { language: string; children: ReactNode }) {
  return (
    // The theme script may have set data-theme before React sees the element.
    <html lang={language} suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body className="bg-ground font-text text-ink antialiased">
        {children}
        <Scripts />
      </body>
    </html>
  )
}
