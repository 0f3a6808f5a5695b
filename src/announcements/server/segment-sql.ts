/** SQL condition on customers `c` that selects a segment, with its parameter `$1` (null when it takes none). */
interface SegmentSql {
  condition: string;
  value: string | null;
}

export function readSegment(segment: string): SegmentSql {
  const [kind = '', value = ''] = segment.split(':');
  switch (kind) {
    case 'never_logged_in':
      return { condition: `$1::text IS NULL AND ${neverCame}`, value: null };
    case 'product':
      return { condition: holds, value };
    case 'language':
      return { condition: 'c.language = $1::text', value };
    case 'country':
      return { condition: 'starts_with(c.phone, $1::text)', value };
    default:
      return { condition: '$1::text IS NULL', value: null };
  }
}

const neverCame = `NOT EXISTS (SELECT FROM known_devices d WHERE d.customer_id = c.id)
  AND NOT EXISTS (SELECT FROM sessions s WHERE s.customer_id = c.id)`;
const holds = `EXISTS (SELECT FROM positions p
  WHERE p.customer_id = c.id AND p.product = $1::text AND p.state = 'running')`;
