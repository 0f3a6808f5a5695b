/** The member responsible for an action `a`: the one who requested it where two people agreed on it, otherwise the one who took it. */
export const ofMember = `coalesce((SELECT r.maker_id FROM staff_requests r WHERE r.id = a.request_id), a.staff_id)`;

/** The names behind an action `a`: the one who requested it, where two people agreed on it, and the one who took it. */
export const byWhom = `nullif(concat_ws(', ',
  (SELECT m.name FROM staff_requests r JOIN staff m ON m.id = r.maker_id WHERE r.id = a.request_id), a.operator), '')`;
