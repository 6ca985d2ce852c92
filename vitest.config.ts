import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/{domain,web}/**/*.test.{ts,tsx}',
            'sites/**/*.test.ts',
            'src/app/**/*.test.ts',
            'tests/rooms.test.ts',
          ],
        },
      },
    ],
  },
})
