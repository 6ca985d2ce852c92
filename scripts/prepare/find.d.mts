export function findCaddy(): string | null
export function findChromium(): string | null
export function findNginx(): string | null
export function findOathtool(): string | null
export function findPostgres(): string | null
export function findSwift(): string | null
export function findVarnish(): { program: string; libraries: string | null } | null
