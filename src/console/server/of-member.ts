/** Whose doing an action `a` is: whoever asked for it where two people agreed on it, else whoever took it. */
export const ofMember = `coalesce((SELECT r.maker_id FROM staff_requests r WHERE r.id = a.request_id), a.staff_id)`;

/** By whom an action `a` is: whoever asked for it, where two people agreed on it, and whoever took it. */
export const byWhom = `nullif(concat_ws(', ',
  (SELECT m.name FROM staff_requests r JOIN staff m ON m.id = r.maker_id WHERE r.id = a.request_id), a.operator), '')`;
