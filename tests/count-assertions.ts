import { afterEach, expect } from 'vitest'

/** So that the reporter can say how much a run has checked: a change that makes tests faster must not make them fewer. */
afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls
})
