import { sql } from 'drizzle-orm'
import { test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'
import { newSite, openTestDatabase } from '#tests/database.ts'
const database = await openTestDatabase('postgres', { poolSize: 8 })
test('speed', async () => {
  const site = await newSite(database)
  for (let k=0;k<10;k++) await site.as('administrator', async (tx) => {
    const ps = Array.from({length:500},()=>({id:newId(),name:'x',hash:newId().replaceAll('-','').slice(-16),width:3,height:2,bytes:1,placeholder:'data:image/webp;base64,UklGRkwAAABXRUJQVlA4IEAAAACwAQCdASoQAAwAA4BaJbACdAD0hP'}))
    await tx.insert(pictures).values(ps)
    await tx.insert(galleryImages).values(ps.map((p,i)=>({pictureId:p.id,position:(k*500+i)*4096,alt:i%3?'A lamp '+i:''})))
  })
  const q=async(t:string)=>{ const r=await site.as('administrator',(tx)=>tx.execute(sql.raw('explain analyze '+t))); console.log(((r as any).rows??r).map((x:any)=>x['QUERY PLAN']).join('\n')) }
  await q(`select g.*, p.* from gallery_images g join pictures p on p.website_id=g.website_id and p.id=g.picture_id where g.removed_at is null order by g.position, g.id limit 50`)
  await q(`select count(*) filter (where alt=''), count(*) filter (where removed_at is null) from gallery_images where removed_at is null`)
})
