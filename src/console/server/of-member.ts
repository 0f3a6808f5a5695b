/** Whose doing an action `a` is: whoever asked for it where two people agreed on it, else whoever took it. */
export const ofMember = `coalesce((SELECT r.maker_id FROM staff_requests r WHERE r.id = a.request_id), a.staff_id)`;
