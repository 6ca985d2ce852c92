import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from '#app/router.tsx'

/**
 * Start's own entry also brings what reads and writes server functions, 9 KB of every visitor's script; Stagedoor has no
 * server functions, the browser calls the API.
 */
const router = getRouter()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
