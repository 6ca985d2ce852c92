import { standardPalettes } from '#domain/sites/colours.ts'
import { fill } from '#domain/sites/fill.ts'
import type { Gradients, Palette, Theme, ThemeConfig } from '#domain/sites/site.ts'

/** The dark theme takes a site's own colours from the light one unless it has its own. */
export function filledTheme({ light = {}, dark = {} }: ThemeConfig = {}): Theme {
  const { layout: _, ...underWhite } = light.gradients ?? {}
  const colours = {
    light: fill<Palette>(standardPalettes.light, light.colours),
    dark: fill<Palette>(fill(standardPalettes.dark, light.colours), dark.colours),
  }
  return {
    light: { colours: colours.light, gradients: fill(gradientsOf(colours.light, 'light'), light.gradients) },
    dark: {
      colours: colours.dark,
      gradients: fill(fill(gradientsOf(colours.dark, 'dark'), underWhite), dark.gradients),
    },
  }
}

function gradientsOf({ primary, secondary, accent }: Palette, theme: keyof Theme): Gradients {
  return {
    layout: { angle: 180, stops: theme === 'light' ? ['#ffffff', secondary[100]] : [secondary[900], secondary[800]] },
    components: { angle: 135, stops: [primary[600], primary[700]] },
    features: { angle: 120, stops: [primary[800], secondary[900]] },
    announcements: {
      info: { angle: 90, stops: [secondary[700], secondary[800]] },
      success: { angle: 90, stops: ['#166534', '#14532d'] },
      warning: { angle: 90, stops: [accent[700], accent[800]] },
      urgent: { angle: 90, stops: ['#b91c1c', '#991b1b'] },
    },
    tags: { angle: 90, stops: [secondary[600], secondary[700]] },
  }
}
