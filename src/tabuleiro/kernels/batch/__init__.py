"""Many games stepped in one compiled call, with what learning programs see of them."""
