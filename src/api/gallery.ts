import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone } from '#api/guards.ts'
import { PictureAnswer } from '#api/pictures.ts'

export const gallery = new Hono<ApiEnv>().get(
  '/pictures',
  anyone(),
  answers('The pictures that visitors see.', z.array(PictureAnswer)),
  (c) => c.json([...c.var.gallery]),
)
